/**
 * Node.js parses the 130 kB of `exports` in drizzle-orm's package.json once per importing module: two hundred imports
 * took a quarter of each process's start.
 */
export * from 'drizzle-orm'
