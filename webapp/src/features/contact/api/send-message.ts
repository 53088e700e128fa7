import { api } from '@/lib/api-client';

export interface MessageInput {
  name: string;
  email: string;
  subject: string;
  message: string;
  /** Hidden from people: what a robot writes here makes the server thank it and forget. */
  website: string;
}

/** Sends a contact message. Rejects with ApiError; a 400 names the fields. */
export const sendMessage = (input: MessageInput) => api.post<unknown>('/api/contact', input);
