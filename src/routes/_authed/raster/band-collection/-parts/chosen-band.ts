/** The form's data about a band. */
export interface ChosenBand {
  id: number
  name: string
  unit: string
}
