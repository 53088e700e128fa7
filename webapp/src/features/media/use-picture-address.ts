// Which picture's details are shown is in the address, above the library's own query: a reload shows them again, and Back closes them.
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { libraryPath, pictureAddress } from './picture-address';

/** The state of an address that the library has opened, so that closing goes back to it. */
export const openedFromLibrary = { fromLibrary: true };

export function usePictureAddress() {
  const { pathname, search, state } = useLocation() as {
    pathname: string;
    search: string;
    state: Partial<typeof openedFromLibrary> | null;
  };
  const navigate = useNavigate();
  const id = pictureAddress(pathname);
  // Going back takes a moment, in which a second press would go back once more.
  const closing = useRef(false);
  useEffect(() => {
    if (id === null) closing.current = false;
  });
  return {
    /** The picture whose details are shown; null if none are. */
    id,
    to: (of: string) => ({ pathname: `${libraryPath}/${of}`, search }),
    /** Goes on with another picture, such as the one that has replaced this one. */
    follow: (of: string) => void navigate({ pathname: `${libraryPath}/${of}`, search }, { replace: true, state }),
    close: () => {
      if (closing.current) return;
      closing.current = true;
      if (state?.fromLibrary) void navigate(-1);
      else void navigate(libraryPath + search, { replace: true });
    },
  };
}
