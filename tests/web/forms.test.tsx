import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { useContractForm } from '~/components/form/use-contract-form.ts'

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

test('sends what was typed before hydration', async () => {
  const page = document.createElement('div')
  document.body.append(page)
  page.innerHTML = renderToString(<TwoFields />)
  const note = screen.getByLabelText('Note') as HTMLTextAreaElement
  note.value = 'typed early'
  await act(async () => {
    const root = hydrateRoot(page, <TwoFields />)
    unmount = () => {
      root.unmount()
      page.remove()
    }
  })
  await userEvent.type(screen.getByLabelText('Name'), ' L.')
  expect(note.value).toBe('typed early')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(send).toHaveBeenCalledExactlyOnceWith({ name: 'Ada L.', note: 'typed early' })
})
