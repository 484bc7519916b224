import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Submission } from '#contract/submissions/submission-list.ts'
import type { Validation } from '#contract/submissions/submissions.ts'
import {
  configurationProblem,
  newIdempotencyKey,
  pointsProblem,
  snapshot,
  titleOf,
} from './configuration-file.ts'
import type { Draft } from './configuration-draft.ts'
import { type Sheet, sheetOf } from '~/components/submissions/sheet/sheet.ts'
import { validateFile } from './validate-file.ts'
import { sendFile } from './send-file.ts'

interface FileSelection {
  file: File
  surveys: readonly File[]
}
export interface Sendable extends FileSelection {
  layers: number
  /** One key for these files under a title and project, so that sending them twice creates one submission. */
  keys: Map<string, string>
}
/** What is edited: a validated file, or an edited sheet of an earlier visit. */
export interface Start {
  name: string
  before: Sheet
  sheet: Sheet
  /** Of `sheet` with these points files. */
  previous?: { file: File; surveys: readonly File[]; validation: Validation }
}

/** State of a new submission: choosing files, validation, sending. */
export function useNewSubmission(
  onSent: (submission: Submission, layers: number) => void,
  startProjectId?: number,
) {
  const [selection, setSelection] = useState<FileSelection>()
  const [surveys, setSurveys] = useState<readonly File[]>([])
  const [problem, setProblem] = useState<string>()
  const [title, setTitle] = useState('')
  const [projectChoice, setProjectId] = useState<number | null>()
  const projectId = projectChoice === undefined ? (startProjectId ?? null) : projectChoice
  const [progress, setProgress] = useState(0)
  const [start, setStart] = useState<Start>()
  const validating = useRef<AbortController>(undefined)
  const sending = useRef<AbortController>(undefined)
  /** Known before anything is drawn again: `onSent` opens another screen. */
  const isSent = useRef(false)

  const validate = useMutation({
    mutationFn: ({ file, surveys: points }: FileSelection) => {
      validating.current?.abort()
      const controller = (validating.current = new AbortController())
      return validateFile(file, points, controller.signal)
    },
    onSuccess: (validation, { file, surveys: points }) => {
      const sheet = sheetOf(validation)
      setStart({ name: file.name, before: sheet, sheet, previous: { file, surveys: points, validation } })
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
    onSuccess: (submission, { layers }) => {
      isSent.current = true
      onSent(submission, layers)
    },
  })

  const validateFresh = (next: FileSelection) => {
    send.reset()
    isSent.current = false
    setStart(undefined)
    setSelection(next)
    validate.mutate(next)
  }
  const choose = async (file: File) => {
    const wrong = configurationProblem(file)
    setProblem(wrong)
    if (wrong) return
    try {
      const copy = await snapshot(file)
      setTitle((previous) =>
        previous === '' || previous === titleOf(selection?.file.name ?? '') ? titleOf(file.name) : previous,
      )
      validateFresh({ file: copy, surveys })
    } catch {
      setProblem(`‘${file.name}’ could not be read. Close it in other programs and choose it again.`)
    }
  }
  const putSurveys = (next: readonly File[]) => {
    const wrong = pointsProblem(next)
    setProblem(wrong)
    if (wrong) return
    setSurveys(next)
    // An open sheet validates itself again when its points files change.
    if (selection && !start) validateFresh({ file: selection.file, surveys: next })
  }
  const clear = () => {
    validating.current?.abort()
    validate.reset()
    send.reset()
    setStart(undefined)
    setSelection(undefined)
    setSurveys([])
    setProblem(undefined)
    setTitle('')
  }
  return {
    start,
    continueWith: (draft: Draft) => {
      setTitle(draft.title)
      setProjectId(draft.projectId)
      setStart({ name: draft.name, before: draft.before, sheet: draft.sheet })
    },
    chosen: selection,
    surveys,
    problem,
    title,
    setTitle,
    projectId,
    setProjectId,
    validate,
    send,
    isSent,
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
