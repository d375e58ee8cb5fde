import { Navigate, useLocation } from 'react-router';
import { movedAddress } from '#lib/paths';

/** Leads from a former address of a project or group to the same page at the current one. */
export function useCurrentAddress(fullPath: string, currentPath: string | undefined) {
  const { pathname, search, hash } = useLocation();
  const address = currentPath === undefined ? undefined : movedAddress(pathname, fullPath, currentPath);
  return address === undefined ? undefined : <Navigate replace to={`${address}${search}${hash}`} />;
}
