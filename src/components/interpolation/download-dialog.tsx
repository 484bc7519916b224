import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { BULK_FILES } from '#contract/interpolation/interpolation-files.ts'
import type { Product } from '#contract/interpolation/interpolation-shapes.ts'
import { PRODUCT_EXTS, PRODUCT_FILES, type ProductExt } from '#contract/jobs/output-types.ts'
import { fileSize } from '#common/file-size.ts'
import { failureMessage } from '~/api/api-error.ts'
import { Code } from '~/components/jobs/report/files/link-tabs.tsx'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Checkbox } from '~/components/ui/fields/checkbox.tsx'
import { Dialog, DialogClose } from '~/components/ui/overlays/dialog.tsx'
import { linkProductFiles } from '~/server/interpolation.functions.ts'

/** Links to files of the chosen products: all requested ones, with a script that fetches them. */
export function DownloadDialog({ products, onClose }: { products: readonly Product[]; onClose: () => void }) {
  const [exts, setExts] = useState<readonly ProductExt[]>(['tif'])
  const links = useMutation({ mutationFn: linkProductFiles })
  const files = products.flatMap((product) =>
    exts
      .filter((ext) => product.files.some((file) => file.ext === ext))
      .map((ext) => ({ id: product.id, ext })),
  )
  const available = PRODUCT_EXTS.filter((ext) =>
    products.some((product) => product.files.some((file) => file.ext === ext)),
  )
  const downloads = links.data?.content
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Download ${products.length} ${products.length === 1 ? 'product' : 'products'}`}
      description="Each file gets a link that works without an account for ten minutes."
      className="w-[min(44rem,calc(100vw-2rem))]!"
      footer={
        <>
          <DialogClose asChild>
            <Button variant="secondary">Close</Button>
          </DialogClose>
          <Button
            busy={links.isPending}
            disabled={files.length === 0 || files.length > BULK_FILES}
            onClick={() => links.mutate({ data: { files } })}
          >
            {downloads
              ? 'Create new links'
              : `Create ${files.length} ${files.length === 1 ? 'link' : 'links'}`}
          </Button>
        </>
      }
    >
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-sm font-medium">Files</legend>
        {available.map((ext) => (
          <label key={ext} className="flex min-h-8 items-center gap-2">
            <Checkbox
              checked={exts.includes(ext)}
              aria-label={PRODUCT_FILES[ext].label}
              onCheckedChange={() => {
                links.reset()
                setExts((now) => (now.includes(ext) ? now.filter((one) => one !== ext) : [...now, ext]))
              }}
            />
            {PRODUCT_FILES[ext].label}
          </label>
        ))}
      </fieldset>
      {files.length > BULK_FILES && (
        <Alert tone="warning">
          {files.length} files were chosen; {BULK_FILES} can be linked at once. Choose fewer.
        </Alert>
      )}
      {links.error && <Alert tone="error">{failureMessage(links.error)}</Alert>}
      {downloads && (
        <div className="flex min-w-0 flex-col gap-3">
          <ul aria-label="Links" className="max-h-56 divide-y overflow-auto rounded border">
            {downloads.map(({ id, ext, name, size, url }) => (
              <li key={`${id}-${ext}`} className="flex items-center gap-3 px-3 py-1.5">
                <a href={url} download className="min-w-0 flex-1 truncate text-link hover:underline">
                  {name}
                </a>
                <span className="tabular text-muted">{fileSize(size)}</span>
              </li>
            ))}
          </ul>
          <Code
            label="Script"
            what="the script"
            text={downloads.map(({ name, url }) => `curl --fail --output '${name}' '${url}'`).join('\n')}
          />
        </div>
      )}
    </Dialog>
  )
}
