import { counted } from '#common/counted.ts'
import type { Answer, Body } from '#contract/endpoint.ts'
import { fileSize } from '#common/file-size.ts'
import { ZIP_LINK_HOURS, type downloadZips } from '#contract/zips.ts'
import { lt, sql } from '#drizzle'
import type { Actor, Services } from '../../context.ts'
import { zips } from '../../db/schema.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { signLink } from '../link-tokens/sign-link.ts'
import { checkFiles } from './check-files.ts'
import { chooseFiles } from './choose-files.ts'
import { layOut } from './open-zip.ts'

type ZipRequest = Body<typeof downloadZips>

/** Checks all files of the zip and returns its link, which the person also gets by email. */
export async function prepare(
  services: Services,
  actor: Actor,
  request: ZipRequest,
  accessTokenId: number | null = null,
): Promise<Answer<typeof downloadZips>> {
  const { db, files: store } = services
  if (request.user_email.email.toLowerCase() !== actor.email.toLowerCase())
    throw new ServiceError(
      'forbidden',
      sentence`The link is sent to your own address only; user_email names another one.`,
      {
        errors: [{ field: 'user_email', message: 'Give the email address of your own account.' }],
      },
    )
  const entries = await chooseFiles(db, request.job_ids, request.excludedFiles)
  await checkFiles(store, entries)
  await db.delete(zips).where(lt(zips.expires_at, sql`now() - interval '1 day'`))
  // Zip stores times in steps of two seconds.
  const moment = new Date(Math.floor(Date.now() / 2000) * 2000)
  const size = layOut(entries, moment).layout.size
  const [zip] = await db
    .insert(zips)
    .values({
      user_id: actor.id,
      name: nameOf(request.job_ids, moment),
      entries,
      size,
      created_at: moment,
      expires_at: sql`now() + make_interval(hours => ${ZIP_LINK_HOURS})`,
    })
    .returning({ id: zips.id, name: zips.name })
  const { url, expires_at } = await signLink(
    services,
    { kind: 'zip', recordId: zip.id, part: 'all', name: zip.name },
    { minutes: ZIP_LINK_HOURS * 60, issuedBy: actor.id, accessTokenId },
  )
  const content = `${counted(entries.length, 'file')} (${fileSize(size)})`
  const data = letter(services.config.brandName, zip.name, url, expires_at, content)
  await queueMail(db, { kind: 'letter', to: actor.email, data })
  return {
    msg: `${content} ready to download. The link was also sent to ${actor.email}.`,
    url,
    expires_at,
    size,
    files: entries.length,
  }
}

function nameOf(jobIds: readonly number[], moment: Date): string {
  const day = moment.toISOString().slice(0, 10)
  const ids = new Set(jobIds)
  return ids.size === 1 ? `job-${jobIds[0]}-${day}.zip` : `${ids.size}-jobs-${day}.zip`
}

const letter = (brand: string, name: string, url: string, expiresAt: string, content: string) => ({
  subject: `${brand}: ${name} is ready`,
  text: [
    `Your download is ready: ${name}, ${content}.`,
    '',
    url,
    '',
    `The link opens without logging in, until ${expiresAt.slice(0, 16).replace('T', ' ')} UTC. Share it only with people who may see the files.`,
    'An interrupted download can be resumed: curl -C - -O, or the resume button of your browser.',
  ].join('\n'),
  link: url,
})
