import { Link } from '@tanstack/react-router'

export const MethodsLink = ({ jobKey, className }: { jobKey: string; className: string }) => (
  <Link to="/spatial-catalog/report/$jobKey/methods" params={{ jobKey }} className={className}>
    Methods, data and limits
  </Link>
)
