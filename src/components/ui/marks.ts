/**
 * Icons of Lucide that CSS draws before an element's text (`data-mark`), so that they are no elements themselves: rows
 * have hundreds. To add one, add its name and run `npm run icons`.
 */
export const MARKS = [
  'BadgeCheck',
  'Ban',
  'CalendarClock',
  'Check',
  'CircleCheck',
  'CircleDashed',
  'CirclePause',
  'CirclePlay',
  'CircleSlash',
  'CircleX',
  'Clock',
  'Ellipsis',
  'Eye',
  'EyeOff',
  'Hourglass',
  'LoaderCircle',
  'MailQuestionMark',
  'Minus',
  'Star',
  'TriangleAlert',
  'X',
] as const

export type Mark = (typeof MARKS)[number]
