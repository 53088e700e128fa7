/** A message that a visitor sent with the contact form (spec section 3). */
export interface Message {
  id: number;
  name: string;
  email: string;
  subject: string;
  message: string;
  isRead: boolean;
  /** RFC 3339. */
  createdAt: string;
}
