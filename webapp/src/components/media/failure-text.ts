// Why a picture was not stored, for people.
import { ApiError } from '@/lib/api-client';
import { PictureError, tooLarge } from './shrink-picture';

export function failureText(error: unknown): string {
  if (error instanceof PictureError) return error.message;
  if (!(error instanceof ApiError)) return 'Failed to load image';
  const { status, fields, detail } = error;
  if (status === 401) return 'You’re signed out. Sign in, then try again.';
  if (status === 413) return tooLarge;
  return fields[0]?.message || detail || 'The server reported an error.';
}
