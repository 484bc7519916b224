import type { ComponentType } from 'react'

export interface HelpTopic {
  /** Its fragment in the address; links elsewhere rely on it. */
  id: string
  title: string
  Content: ComponentType
}
export interface HelpSection {
  id: string
  title: string
  topics: readonly HelpTopic[]
}
