import { useQuery } from '@tanstack/react-query'
import { projectQuery } from '~/server/projects.functions.ts'

/** The project's name, once it is loaded. */
export default function ProjectCrumb({ text }: { text: string }) {
  const { data } = useQuery({ ...projectQuery(Number(text)), enabled: false })
  return data?.name ?? `Project ${text}`
}
