import { inspectSurvey } from '#contract/surveys/inspect-survey.ts'
import * as contract from '#contract/surveys/surveys.ts'
import { listLayersOfSurvey } from '../../domain/jobs/list-layers-of-survey.ts'
import { change } from '../../domain/surveys/change.ts'
import { changeRemedies } from '../../domain/surveys/change-remedies.ts'
import { getPoints } from '../../domain/surveys/get-points.ts'
import { importPoints } from '../../domain/surveys/import.ts'
import { inspect } from '../../domain/surveys/inspect.ts'
import { listCoverage } from '../../domain/surveys/list.ts'
import { listFindings } from '../../domain/surveys/list-findings.ts'
import { remove } from '../../domain/surveys/remove.ts'
import { getSurvey } from '../../domain/surveys/select-surveys.ts'
import { type Route, route } from '../route.ts'

export const surveysRoutes: Route[] = [
  route(contract.getSurvey, ({ params }, { db }) => getSurvey(db, params.id)),
  route(contract.getSurveyPoints, ({ params, query, caller }, services) =>
    getPoints(services, params.id, caller, query.max),
  ),
  route(contract.listSurveyFindings, ({ params, caller }, services) =>
    listFindings(services, params.id, caller),
  ),
  route(contract.listSurveyLayers, async ({ params, query }, { db }) => {
    const { id } = await getSurvey(db, params.id)
    return listLayersOfSurvey(db, id, query)
  }),
  route(inspectSurvey, ({ files, body, caller }, services) => inspect(services, files[0], body, caller)),
  route(contract.importSurvey, ({ files, body, actor, caller }, services) =>
    importPoints(services, files[0], body, actor.id, caller),
  ),
  route(contract.changeSurvey, ({ params, body, actor }, { db }) => change(db, actor, params.id, body)),
  route(contract.changeSurveyRemedies, ({ params, body, actor, caller }, services) =>
    changeRemedies(services, actor, params.id, body.remedies, caller),
  ),
  route(contract.deleteSurvey, ({ params, actor }, services) => remove(services, actor, params.id)),
  route(contract.listSurveyCoverage, ({ query }, { db }) => listCoverage(db, query)),
]
