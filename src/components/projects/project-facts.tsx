import { Link } from '@tanstack/react-router'
import type { Project } from '#contract/projects/project-list.ts'
import { calendarDate } from '~/components/data-table/filters/calendar-date.ts'
import { Facts } from '~/components/ui/facts.tsx'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { ProjectStatus } from './project-status.tsx'

export function ProjectFacts({ project }: { project: Project }) {
  const { client_id, client_name, status, start_date, end_date, members, description, created_at } = project
  return (
    <div className="flex flex-col gap-4 rounded border bg-sunk p-4">
      {description !== '' && <p className="max-w-prose break-words whitespace-pre-line">{description}</p>}
      <Facts
        facts={[
          ['Status', <ProjectStatus key="status" status={status} />],
          [
            'Client',
            client_id !== null && client_name !== null ? (
              <Link
                key="client"
                to="/projects"
                search={{ client_id: [client_id] }}
                className="text-link hover:underline"
              >
                {client_name}
              </Link>
            ) : null,
          ],
          ['Start', start_date && calendarDate(start_date)],
          ['End', end_date && calendarDate(end_date)],
          ['Members', members.map(({ name }) => name).join(', ')],
          ['Funding', project.funding],
          ['Selection of the data', project.data_selection],
          ['Access to the data', project.data_sharing],
          ['Created', <RelativeTime key="created" iso={created_at} />],
        ]}
      />
    </div>
  )
}
