// How amounts of money read on the page (spec section 9).

/** US dollars without decimals: '$1,299'. */
export function formatMoney(amount: number): string {
  const whole = String(Math.round(Math.abs(amount)));
  return `${amount < 0 ? '-' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}`;
}
