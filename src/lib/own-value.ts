/** The value under a name that comes from outside: names such as `__proto__` find nothing. */
export const ownValue = <V>(record: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined
