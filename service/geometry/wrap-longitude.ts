/** An angle in degrees as one from −180° to 180°, which both stay as they are. */
export const wrapLongitude = (degrees: number): number =>
  Math.abs(degrees) <= 180 ? degrees : degrees - 360 * Math.round(degrees / 360)
