import { getRouteApi } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import { uploadAsset } from '#contract/rasters/assets.ts'
import { may } from '~/api/may.ts'
import { AssetUpload } from '~/components/assets/uploads/asset-upload.tsx'
import { AddingNote } from '~/components/countries/adding-note.tsx'
import { stepsOf } from '~/components/countries/adding.ts'
import { Page } from '~/components/shell/page.tsx'
import { WritersOnly } from '~/components/shell/failures/writers-only.tsx'
import { buttonClass } from '~/components/ui/button.tsx'

const route = getRouteApi('/_authed/modeling/raster-assets/upload')

export function UploadAssetsPage() {
  const { me } = route.useRouteContext()
  const { adding } = route.useSearch()
  return (
    <Page title="Raster Asset Upload">
      {may(me, uploadAsset) ? (
        <>
          <AddingNote iso3_code={adding} />
          <AssetUpload
            iso3_code={adding}
            next={
              adding !== undefined && (
                <Link {...stepsOf(adding)} className={buttonClass()}>
                  Continue with the steps
                </Link>
              )
            }
          />
        </>
      ) : (
        <WritersOnly what="upload rasters" />
      )}
    </Page>
  )
}
