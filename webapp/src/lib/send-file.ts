// Sends a file's bytes with progress, which fetch doesn't tell.
import { ApiError } from './api-client';

export interface SendOptions {
  /** Called with the fraction that was sent, 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** How long a request may stand still before it is given up, in milliseconds. */
const stallTimeout = 60_000;

/**
 * Posts the bytes with their type. Rejects as fetch and the API's client do: ApiError, TypeError without an answer, the signal's reason.
 */
export function sendFile<T>(path: string, file: Blob, { onProgress, signal }: SendOptions = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const stalled = () => {
      reject(new TypeError('The request has stalled'));
      abort();
    };
    let timer = setTimeout(stalled, stallTimeout);
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      settle();
    };
    request.open('POST', path);
    request.withCredentials = true;
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Content-Type', file.type);
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(timer);
      timer = setTimeout(stalled, stallTimeout);
      onProgress?.(total > 0 ? loaded / total : 0);
    };
    request.onload = end(() => {
      const { status, statusText, responseText } = request;
      if (status < 200 || status > 299) {
        reject(new ApiError(status, responseText, statusText));
        return;
      }
      try {
        resolve(JSON.parse(responseText) as T);
      } catch {
        reject(new ApiError(status, responseText, statusText));
      }
    });
    request.onerror = end(() => reject(new TypeError('Failed to send')));
    request.onabort = end(() => reject((signal?.reason as Error | undefined) ?? new DOMException('Aborted', 'AbortError')));
    signal?.addEventListener('abort', abort);
    request.send(file);
  });
}
