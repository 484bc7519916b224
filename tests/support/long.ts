/** `npm run test:long`: each soak, flood and sweep at full length. */
export const LONG = process.env.LONG_TESTS === 'on'
