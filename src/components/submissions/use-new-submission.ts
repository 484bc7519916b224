import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Submission } from '#contract/submission-list.ts'
import type { Validation } from '#contract/submissions.ts'
import {
  configurationFault,
  newIdempotencyKey,
  pointsFault,
  snapshot,
  titleOf,
} from './configuration-file.ts'
import { validateFile } from './validate-file.ts'
import { sendFile } from './send-file.ts'

interface Chosen {
  file: File
  surveys: readonly File[]
}
export interface Sendable extends Chosen {
  layers: number
  /** One key for these files under a title and project, so that sending them twice creates one submission. */
  keys: Map<string, string>
}
export interface Validated extends Sendable {
  validation: Validation
}

/** From choosing files through validation to the submission. */
export function useNewSubmission(
  onSent: (submission: Submission, layers: number) => void,
  startProjectId?: number,
) {
  const [chosen, setChosen] = useState<Chosen>()
  const [surveys, setSurveys] = useState<readonly File[]>([])
  const [fault, setFault] = useState<string>()
  const [title, setTitle] = useState('')
  const [chosenProject, setProjectId] = useState<number | null>()
  const projectId = chosenProject === undefined ? (startProjectId ?? null) : chosenProject
  const [progress, setProgress] = useState(0)
  const judging = useRef<AbortController>(undefined)
  const sending = useRef<AbortController>(undefined)

  const validate = useMutation({
    mutationFn: async ({ file, surveys: points }: Chosen): Promise<Validated> => {
      judging.current?.abort()
      const controller = (judging.current = new AbortController())
      const validation = await validateFile(file, points, controller.signal)
      return { file, surveys: points, validation, layers: validation.rows.length, keys: new Map() }
    },
  })
  const send = useMutation({
    mutationFn: ({ file, surveys: points, keys }: Sendable) => {
      const controller = (sending.current = new AbortController())
      setProgress(0)
      const named = title.trim()
      const send = JSON.stringify([named, projectId])
      const idempotencyKey = keys.get(send) ?? newIdempotencyKey()
      keys.set(send, idempotencyKey)
      return sendFile(
        { file, surveys: points, idempotencyKey, title: named, projectId },
        { onProgress: setProgress, signal: controller.signal },
      )
    },
    onSuccess: (submission, { layers }) => onSent(submission, layers),
  })

  const validateAgain = (next: Chosen) => {
    send.reset()
    setChosen(next)
    validate.mutate(next)
  }
  const choose = async (file: File) => {
    const wrong = configurationFault(file)
    setFault(wrong)
    if (wrong) return
    try {
      const kept = await snapshot(file)
      setTitle((previous) =>
        previous === '' || previous === titleOf(chosen?.file.name ?? '') ? titleOf(file.name) : previous,
      )
      validateAgain({ file: kept, surveys })
    } catch {
      setFault(`‘${file.name}’ could not be read. Close it in other programs and choose it again.`)
    }
  }
  const putSurveys = (next: readonly File[]) => {
    const wrong = pointsFault(next)
    setFault(wrong)
    if (wrong) return
    setSurveys(next)
    if (chosen) validateAgain({ file: chosen.file, surveys: next })
  }
  const clear = () => {
    judging.current?.abort()
    validate.reset()
    send.reset()
    setChosen(undefined)
    setSurveys([])
    setFault(undefined)
    setTitle('')
  }
  return {
    chosen,
    surveys,
    fault,
    title,
    setTitle,
    projectId,
    setProjectId,
    validate,
    send,
    progress,
    choose,
    addSurveys: (files: readonly File[]) => {
      const names = new Set(files.map(({ name }) => name))
      putSurveys([...surveys.filter(({ name }) => !names.has(name)), ...files])
    },
    removeSurvey: (gone: File) => putSurveys(surveys.filter((file) => file !== gone)),
    stopSending: () => {
      sending.current?.abort()
      send.reset()
    },
    clear,
  }
}
export type NewSubmissionState = ReturnType<typeof useNewSubmission>
