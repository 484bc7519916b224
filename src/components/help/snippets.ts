import { downloadAssetCog } from '#contract/rasters/assets.ts'
import { downloadJob } from '#contract/jobs/job-outputs.ts'
import { listJobs } from '#contract/jobs/jobs.ts'
import { searchStac } from '#contract/standards/stac.ts'
import { runFile, validateConfiguration } from '#contract/submissions/submissions.ts'

const lines = (...text: string[]) => text.join('\n')
const CURL = `curl -sS --fail-with-body -H "Authorization: Bearer $STRATA_TOKEN"`

export const ENVIRONMENT = lines(
  'export STRATA_API=https://strata.example.org/api/v1  # the address of your service',
  'read -rs STRATA_TOKEN && export STRATA_TOKEN         # paste the token, then Enter',
)

export const LIST = lines(
  `${CURL} \\`,
  `  "$STRATA_API${listJobs.path}?iso3_code=NGA&status=completed&limit=5"`,
)

export const SEND = lines(
  `${CURL} -F file=@configuration.csv \\`,
  `  "$STRATA_API${validateConfiguration.path}"`,
  '',
  `${CURL} -H "Idempotency-Key: $(date +%F)-1" \\`,
  '  -F title="From the shell" -F file=@configuration.csv \\',
  `  "$STRATA_API${runFile.path}"`,
)

export const DOWNLOAD = lines(
  `${CURL} -o mean.tif \\`,
  `  "$STRATA_API${downloadJob.path.replace('{id}', '17').replace('{type}', 'mean')}"`,
)

export const R = lines(
  'library(httr2)',
  '',
  'answer <- request(Sys.getenv("STRATA_API")) |>',
  `  req_url_path_append("${listJobs.path.slice(1)}") |>`,
  '  req_url_query(status = "completed", limit = 100) |>',
  '  req_auth_bearer_token(Sys.getenv("STRATA_TOKEN")) |>',
  '  req_perform()',
  'jobs <- resp_body_json(answer, simplifyVector = TRUE)$content',
)

export const PYTHON = lines(
  'import json, os',
  'from urllib.request import Request, urlopen',
  '',
  `url = os.environ["STRATA_API"] + "${listJobs.path}?status=completed&limit=100"`,
  'headers = {"Authorization": "Bearer " + os.environ["STRATA_TOKEN"]}',
  'with urlopen(Request(url, headers=headers)) as answer:',
  '    jobs = json.load(answer)["content"]',
)

export const VSICURL = lines(
  'export GDAL_HTTP_HEADERS="Authorization: Bearer $STRATA_TOKEN"',
  `gdalinfo "/vsicurl?empty_dir=yes&url=$STRATA_API${downloadAssetCog.path.replace('{id}', '12')}"`,
)

export const STAC_SEARCH = lines(
  `${CURL} -G \\`,
  `  -d collections=bands -d limit=100 --data-urlencode "filter=iso3_code = 'NGA' AND title LIKE 'nga%'" \\`,
  `  "$STRATA_API${searchStac.path}"`,
)

export const STACIT = lines(
  'export GDAL_HTTP_HEADERS="Authorization: Bearer $STRATA_TOKEN"',
  `gdalinfo "STACIT:\\"$STRATA_API${searchStac.path}?collections=processed-rasters&bbox=2.6,4.2,14.7,13.9\\":asset=data"`,
)
