/** Morning 5-11, Afternoon 12-16, Evening 17-18, Night otherwise; `hour` from 0 to 23. */
export function greeting(hour: number): 'Good Morning' | 'Good Afternoon' | 'Good Evening' | 'Good Night' {
  if (hour >= 5 && hour <= 11) return 'Good Morning'
  if (hour >= 12 && hour <= 16) return 'Good Afternoon'
  if (hour >= 17 && hour <= 18) return 'Good Evening'
  return 'Good Night'
}
