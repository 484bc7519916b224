/** What the form keeps of a band. */
export interface ChosenBand {
  id: number
  name: string
  unit: string
}
