import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { useContractForm } from '~/components/form/use-contract-form.ts'
import { FileDrop } from '~/components/ui/fields/file-drop.tsx'

let unmount = () => undefined as void
afterEach(() => act(() => unmount()))

const send = vi.fn<(body: unknown) => Promise<void>>(async () => undefined)

function TwoFields() {
  const { form, onSubmit } = useContractForm({
    defaults: { name: 'Ada', note: '' },
    check: () => ({}),
    send: async (body) => send(body),
  })
  return (
    <form onSubmit={onSubmit}>
      <form.AppForm>
        <form.AppField name="name">{(field) => <field.TextField label="Name" />}</form.AppField>
        <form.AppField name="note">{(field) => <field.TextAreaField label="Note" />}</form.AppField>
        <form.SubmitButton>Save</form.SubmitButton>
      </form.AppForm>
    </form>
  )
}

/** What the server rendered, changed by `early`, then hydrated. */
async function hydrateAfter(form: ReactElement, early: () => void) {
  const element = <QueryClientProvider client={new QueryClient()}>{form}</QueryClientProvider>
  const page = document.createElement('div')
  document.body.append(page)
  page.innerHTML = renderToString(element)
  early()
  await act(async () => {
    const root = hydrateRoot(page, element)
    unmount = () => {
      root.unmount()
      page.remove()
    }
  })
}

test('sends what was typed before hydration', async () => {
  const note = () => screen.getByLabelText('Note') as HTMLTextAreaElement
  await hydrateAfter(<TwoFields />, () => {
    note().value = 'typed early'
  })
  await userEvent.type(screen.getByLabelText('Name'), ' L.')
  expect(note().value).toBe('typed early')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(send).toHaveBeenCalledExactlyOnceWith({ name: 'Ada L.', note: 'typed early' })
})

test('takes files that were chosen before hydration', async () => {
  const onFiles = vi.fn<(files: File[]) => void>()
  const early = new File(['1'], 'early.csv')
  await hydrateAfter(<FileDrop label="Choose a file" accept={['.csv']} onFiles={onFiles} />, () => {
    const input = screen.getByLabelText('Choose a file')
    Object.defineProperty(input, 'files', { value: [early], configurable: true })
  })
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([early])
})
