// The one list of tables, as drizzle needs it. Mirrors migrations/*.sql, which are authoritative; a test compares both.

export * from './accounts-schema.ts'
export * from './files-schema.ts'
export * from './interpolation-schema.ts'
export * from './job-counts-schema.ts'
export * from './job-records-schema.ts'
export * from './jobs-schema.ts'
export * from './places-schema.ts'
export * from './projects-schema.ts'
export * from './rasters-schema.ts'
export * from './submissions-schema.ts'
export * from './surveys-schema.ts'
export * from './tags-schema.ts'
