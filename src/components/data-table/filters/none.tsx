/** A cell without a value. */
export const none = <span className="text-muted">–</span>
