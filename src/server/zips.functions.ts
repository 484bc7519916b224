import { createServerFn } from '@tanstack/react-start'
import { EXCLUDED_FROM_ZIPS, downloadZips } from '#contract/zips.ts'
import { callApi } from './api.server.ts'

export const prepareZip = createServerFn({ method: 'POST' })
  .validator(downloadZips.body)
  .handler(({ data }) => {
    // Our service omits these anyway; another one that implements the contract may not.
    const excludedFiles = [...new Set([EXCLUDED_FROM_ZIPS, ...data.excludedFiles])]
    return callApi(downloadZips, { body: { ...data, excludedFiles } })
  })
