/** Fields and files of a multipart body; a field with several values is repeated, undefined ones are omitted. */
export function formDataOf(
  body: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, Blob | readonly Blob[] | undefined>>,
): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(body))
    for (const one of [value].flat() as (string | number | boolean | undefined)[])
      if (one !== undefined) form.append(key, String(one))
  for (const [key, value] of Object.entries(files))
    for (const file of [value].flat()) if (file !== undefined) form.append(key, file)
  return form
}
