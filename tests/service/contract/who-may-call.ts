/**
 * Who may make each call, written by hand: 'anyone', or the roles. It repeats the contract on purpose: a changed
 * contract fails in rights.test.ts until the line here is changed as well.
 */
export const WHO_MAY_CALL = `
GET    /app/interpolation/catalog-countries                             viewer staff admin
GET    /app/interpolation/model-countries                               viewer staff admin
GET    /app/interpolation/sources                                       viewer staff admin
GET    /app/xkcd                                                        viewer staff admin
GET    /audit                                                           admin
GET    /audit/actions                                                   admin
GET    /audit/export                                                    admin
GET    /audit/facets                                                    admin
POST   /auth/confirm-email/                                             anyone
POST   /auth/email-confirmation-token/{email}                           anyone
POST   /auth/login/access-token                                         anyone
DELETE /auth/logout                                                     viewer staff admin
POST   /auth/password-recovery-token/{email}                            anyone
POST   /auth/recover-password/                                          anyone
POST   /auth/reset-password/                                            viewer staff admin
GET    /countries/                                                      viewer staff admin
GET    /features                                                        viewer staff admin
GET    /features/collections                                            viewer staff admin
GET    /features/collections/{features_id}                              viewer staff admin
GET    /features/collections/{features_id}/items                        viewer staff admin
GET    /features/collections/{features_id}/items/{feature_id}           viewer staff admin
GET    /features/conformance                                            viewer staff admin
GET    /files/signed/{token}/{filename}                                 anyone
GET    /tiles/signed/{token}/{z}/{x}/{y}                                anyone
GET    /interpolation                                                   viewer staff admin
PUT    /interpolation/bulk/                                             staff admin
POST   /interpolation/custom/create                                     staff admin
GET    /interpolation/download-link/{id}                                viewer staff admin
POST   /interpolation/download/bulk                                     viewer staff admin
GET    /interpolation/download/{id}                                     viewer staff admin
GET    /interpolation/export                                            viewer staff admin
GET    /interpolation/facets                                            viewer staff admin
POST   /interpolation/raster/check-in                                   staff admin
GET    /interpolation/size                                              viewer staff admin
GET    /interpolation/{id}                                              viewer staff admin
POST   /links/secret                                                    admin
POST   /links/withdraw                                                  admin
GET    /modeling/v1/jobs                                                viewer staff admin
GET    /modeling/v1/jobs/all-sources                                    viewer staff admin
GET    /modeling/v1/jobs/all-targets                                    viewer staff admin
GET    /modeling/v1/jobs/all_status                                     viewer staff admin
GET    /modeling/v1/jobs/by-key/{job_key}                               viewer staff admin
GET    /modeling/v1/jobs/by-key/{job_key}/thumbnail                     viewer staff admin
GET    /modeling/v1/jobs/details                                        viewer staff admin
POST   /modeling/v1/jobs/download-zips                                  viewer staff admin
GET    /modeling/v1/jobs/events                                         viewer staff admin
GET    /modeling/v1/jobs/export                                         viewer staff admin
POST   /modeling/v1/jobs/final                                          staff admin
POST   /modeling/v1/jobs/final/undo                                     staff admin
POST   /modeling/v1/jobs/layer-tracker-v2/add                           staff admin
POST   /modeling/v1/jobs/layer-tracker-v2/preview                       staff admin
GET    /modeling/v1/jobs/facets                                         viewer staff admin
GET    /modeling/v1/jobs/layer-tracker/{id}/adm-data                    viewer staff admin
GET    /modeling/v1/jobs/counts                                         viewer staff admin
GET    /modeling/v1/jobs/queue/size                                     viewer staff admin
POST   /modeling/v1/jobs/{id}/aggregate                                 viewer staff admin
GET    /modeling/v1/jobs/{id}/aggregate/{aggregate}                     viewer staff admin
GET    /modeling/v1/jobs/{id}/aggregate/{aggregate}/file                viewer staff admin
POST   /modeling/v1/jobs/{id}/briefs                                    viewer staff admin
GET    /modeling/v1/jobs/{id}/briefs/{brief}                            viewer staff admin
GET    /modeling/v1/jobs/{id}/briefs/{brief}/file                       viewer staff admin
POST   /modeling/v1/jobs/{id}/cancel                                    staff admin
GET    /modeling/v1/jobs/{id}/clusters                                  viewer staff admin
GET    /modeling/v1/jobs/{id}/difference/{other}/{surface}              viewer staff admin
GET    /modeling/v1/jobs/{id}/difference/{other}/{surface}/tiles/{z}/{x}/{y} viewer staff admin
GET    /modeling/v1/jobs/{id}/download/units                            viewer staff admin
GET    /modeling/v1/jobs/{id}/download/{type}                           viewer staff admin
GET    /modeling/v1/jobs/{id}/final-history                             viewer staff admin
GET    /modeling/v1/jobs/{id}/methods                                   viewer staff admin
GET    /modeling/v1/jobs/{id}/methods/page                              viewer staff admin
POST   /modeling/v1/jobs/{id}/link/{type}                               viewer staff admin
POST   /modeling/v1/jobs/{id}/tiles/{surface}/link                      viewer staff admin
GET    /modeling/v1/jobs/{id}/tilejson/{surface}                        viewer staff admin
GET    /modeling/v1/jobs/{id}/tiles/{surface}/{z}/{x}/{y}               viewer staff admin
GET    /modeling/v1/jobs/{id}/value                                     viewer staff admin
GET    /modeling/v1/layer-trackers                                      viewer staff admin
POST   /modeling/v1/layer-trackers                                      staff admin
GET    /modeling/v1/layer-trackers/{sheet_id}/download                  viewer staff admin
GET    /modeling/v1/layer-trackers/{sheet_id}/rows                      viewer staff admin
POST   /modeling/v1/run/file                                            staff admin
POST   /modeling/v1/run/{id}                                            staff admin
GET    /modeling/v1/submissions                                         viewer staff admin
GET    /modeling/v1/submissions/download_config/{id}                    viewer staff admin
GET    /modeling/v1/submissions/export                                  viewer staff admin
GET    /modeling/v1/submissions/facets                                  viewer staff admin
GET    /modeling/v1/submissions/sample/{format}                         viewer staff admin
POST   /modeling/v1/submissions/validate-improvement-layers             staff admin
POST   /modeling/v1/submissions/{id}/cancel                             staff admin
GET    /modeling/v1/submissions/{id}/configuration                      viewer staff admin
GET    /modeling/v1/submissions/{id}/differences                        viewer staff admin
PUT    /modeling/v1/submissions/{id}/project                            staff admin
POST   /modeling/v1/tag/add                                             staff admin
POST   /modeling/v1/tag/add/submission                                  staff admin
GET    /modeling/v1/tag/all                                             viewer staff admin
POST   /modeling/v1/tag/remove                                          staff admin
POST   /modeling/v1/tag/remove/submission                               staff admin
GET    /place_group/versions                                            viewer staff admin
POST   /place_group/versions                                            staff admin
GET    /place_group/versions/export                                     viewer staff admin
GET    /place_group/versions/facets                                     viewer staff admin
POST   /place_group/versions/validate                                   staff admin
DELETE /place_group/versions/{id}                                       staff admin
PUT    /place_group/versions/{id}                                       staff admin
GET    /place_group/versions/{id}/places                                viewer staff admin
GET    /projects/                                                       viewer staff admin
POST   /projects/                                                       staff admin
GET    /projects/clients                                                viewer staff admin
POST   /projects/clients                                                staff admin
GET    /projects/clients/export                                         viewer staff admin
DELETE /projects/clients/{id}                                           staff admin
PUT    /projects/clients/{id}                                           staff admin
GET    /projects/export                                                 viewer staff admin
GET    /projects/facets                                                 viewer staff admin
DELETE /projects/{id}                                                   staff admin
GET    /projects/{id}                                                   viewer staff admin
PUT    /projects/{id}/                                                  staff admin
GET    /raster/v1/assets                                                viewer staff admin
POST   /raster/v1/assets                                                staff admin
GET    /raster/v1/assets/export                                         viewer staff admin
GET    /raster/v1/assets/facets                                         viewer staff admin
DELETE /raster/v1/assets/{id}                                           staff admin
GET    /raster/v1/assets/{id}                                           viewer staff admin
GET    /raster/v1/assets/{id}/cog.tif                                   viewer staff admin
GET    /raster/v1/assets/{id}/download                                  viewer staff admin
GET    /raster/v1/assets/{id}/findings                                  viewer staff admin
GET    /raster/v1/assets/{id}/layout                                    viewer staff admin
POST   /raster/v1/assets/{id}/findings/accept                           staff admin
POST   /raster/v1/assets/{id}/findings/withdraw                         staff admin
POST   /raster/v1/assets/{id}/link/{part}                               viewer staff admin
POST   /raster/v1/bands/{id}/tiles/link                                 viewer staff admin
GET    /raster/v1/assets/{id}/uses                                      viewer staff admin
GET    /raster/v1/bands                                                 viewer staff admin
POST   /raster/v1/bands/bulk                                            staff admin
DELETE /raster/v1/bands/bulk/{id}                                       staff admin
GET    /raster/v1/bands/bulk/{id}                                       viewer staff admin
DELETE /raster/v1/inspections/{id}                                      staff admin
GET    /raster/v1/inspections/{id}                                      staff admin
GET    /raster/v1/bands/export                                          viewer staff admin
GET    /raster/v1/bands/facets                                          viewer staff admin
GET    /raster/v1/bands/{id}                                            viewer staff admin
PUT    /raster/v1/bands/{id}                                            staff admin
GET    /raster/v1/bands/{id}/histogram                                  viewer staff admin
GET    /raster/v1/bands/{id}/tilejson                                   viewer staff admin
GET    /raster/v1/bands/{id}/tiles/{z}/{x}/{y}                          viewer staff admin
GET    /raster/v1/bands/{id}/value                                      viewer staff admin
GET    /raster/v1/bands/{id}/zonal/{version}                            viewer staff admin
GET    /raster/v1/bands/{id}/zonal/{version}/file                       viewer staff admin
GET    /raster/v1/collections                                           viewer staff admin
POST   /raster/v1/collections                                           staff admin
GET    /raster/v1/collections/check                                     viewer staff admin
GET    /raster/v1/collections/export                                    viewer staff admin
GET    /raster/v1/collections/facets                                    viewer staff admin
DELETE /raster/v1/collections/{id}                                      staff admin
GET    /raster/v1/collections/{id}                                      viewer staff admin
PUT    /raster/v1/collections/{id}                                      staff admin
GET    /raster/v1/collections/{id}/versions                             viewer staff admin
DELETE /raster/v1/collections/{id}/versions/{version}                   staff admin
POST   /raster/v1/collections/{id}/versions/{version}/restore           staff admin
GET    /raster/v1/difference                                            viewer staff admin
GET    /raster/v1/difference/tiles/{z}/{x}/{y}                          viewer staff admin
GET    /raster/v1/percentiles                                           viewer staff admin
GET    /raster/v1/processed                                             viewer staff admin
POST   /raster/v1/processed                                             staff admin
GET    /raster/v1/processed/export                                      viewer staff admin
GET    /raster/v1/processed/facets                                      viewer staff admin
GET    /raster/v1/profile                                               viewer staff admin
GET    /search                                                          viewer staff admin
GET    /stac                                                            viewer staff admin
GET    /stac/collections                                                viewer staff admin
GET    /stac/collections/{collection_id}                                viewer staff admin
GET    /stac/collections/{collection_id}/items                          viewer staff admin
GET    /stac/collections/{collection_id}/items/{item_id}                viewer staff admin
GET    /stac/collections/{collection_id}/queryables                     viewer staff admin
GET    /stac/conformance                                                viewer staff admin
GET    /stac/queryables                                                 viewer staff admin
GET    /stac/search                                                     viewer staff admin
POST   /stac/search                                                     viewer staff admin
GET    /survey/v1/coverage                                              viewer staff admin
GET    /survey/v1/surveys                                               viewer staff admin
POST   /survey/v1/inspections                                           staff admin
POST   /survey/v1/surveys                                               staff admin
GET    /survey/v1/surveys/export                                        viewer staff admin
GET    /survey/v1/surveys/facets                                        viewer staff admin
DELETE /survey/v1/surveys/{id}                                          staff admin
GET    /survey/v1/surveys/{id}                                          viewer staff admin
PUT    /survey/v1/surveys/{id}                                          staff admin
PUT    /survey/v1/surveys/{id}/remedies                                 staff admin
GET    /survey/v1/surveys/{id}/findings                                 viewer staff admin
GET    /survey/v1/surveys/{id}/layers                                   viewer staff admin
GET    /survey/v1/surveys/{id}/points                                   viewer staff admin
GET    /tags                                                            viewer staff admin
POST   /tags                                                            staff admin
GET    /tags/export                                                     viewer staff admin
DELETE /tags/{id}                                                       staff admin
PUT    /tags/{id}                                                       staff admin
POST   /tags/{id}/merge                                                 staff admin
GET    /tags/{id}/use                                                   viewer staff admin
GET    /tiles                                                           viewer staff admin
GET    /tiles/collections                                               viewer staff admin
GET    /tiles/collections/{layer_id}                                    viewer staff admin
GET    /tiles/collections/{layer_id}/map/tiles                          viewer staff admin
GET    /tiles/collections/{layer_id}/map/tiles/{tile_matrix_set_id}     viewer staff admin
GET    /tiles/conformance                                               viewer staff admin
GET    /tiles/tileMatrixSets                                            viewer staff admin
GET    /tiles/tileMatrixSets/{tile_matrix_set_id}                       viewer staff admin
DELETE /uploads/{id}                                                    staff admin
GET    /uploads                                                         staff admin
GET    /uploads/{id}                                                    staff admin
PATCH  /uploads/{id}                                                    staff admin
POST   /uploads                                                         staff admin
GET    /users                                                           viewer staff admin
GET    /users/accounts                                                  admin
GET    /users/accounts/export                                           admin
GET    /users/accounts/facets                                           admin
GET    /users/me                                                        viewer staff admin
PUT    /users/me                                                        viewer staff admin
GET    /users/me/access-tokens                                          viewer staff admin
POST   /users/me/access-tokens                                          viewer staff admin
DELETE /users/me/access-tokens/{id}                                     viewer staff admin
GET    /users/me/notification-preferences                               viewer staff admin
PUT    /users/me/notification-preferences                               viewer staff admin
GET    /users/me/notifications                                          viewer staff admin
GET    /users/me/notifications/export                                   viewer staff admin
PUT    /users/me/notifications                                          viewer staff admin
DELETE /users/me/sessions                                               viewer staff admin
GET    /users/me/sessions                                               viewer staff admin
DELETE /users/me/sessions/{id}                                          viewer staff admin
POST   /users/open                                                      anyone
DELETE /users/{id}                                                      admin
POST   /users/{id}/admit                                                admin
POST   /users/{id}/disable                                              admin
POST   /users/{id}/enable                                               admin
POST   /users/{id}/hand-over                                            admin
PUT    /users/{id}/roles                                                admin
DELETE /users/{id}/sessions                                             admin
GET    /views                                                           viewer staff admin
POST   /views                                                           viewer staff admin
PUT    /views/default                                                   viewer staff admin
DELETE /views/{id}                                                      viewer staff admin
PUT    /views/{id}                                                      viewer staff admin
GET    /wmts                                                            viewer staff admin
GET    /wmts/1.0.0/WMTSCapabilities.xml                                 viewer staff admin
GET    /worldpop/v1/coverage                                            viewer staff admin
GET    /worldpop/v1/datasets                                            viewer staff admin
POST   /worldpop/v1/datasets                                            staff admin
GET    /worldpop/v1/datasets/export                                     viewer staff admin
GET    /worldpop/v1/datasets/facets                                     viewer staff admin
POST   /worldpop/v1/datasets/from-address                               staff admin
DELETE /worldpop/v1/datasets/{id}                                       staff admin
GET    /worldpop/v1/datasets/{id}                                       viewer staff admin
GET    /worldpop/v1/hosts                                               viewer staff admin
`
