import type { Project } from '#contract/projects/project-list.ts'

export const aProject = (over: Partial<Project> = {}): Project => ({
  id: 3,
  name: 'Nutrition 2026',
  client_id: 8,
  client_name: 'Health Ministry',
  description: 'Stunting and wasting.',
  funding: '',
  data_selection: '',
  data_sharing: '',
  status: 'active',
  start_date: '2026-01-31',
  end_date: null,
  members: [{ id: 1, name: 'Ada Lovelace' }],
  submissions: 0,
  created_at: '2026-11-20T10:00:00.000Z',
  ...over,
})
