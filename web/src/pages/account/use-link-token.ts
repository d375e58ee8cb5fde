import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Returns the token of the link that opened the page, and removes it from the address: it stays in
 * no history, and in no address that is copied. Empty if there is none.
 */
export function useLinkToken(param: string): string {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(search).get(param) ?? '');
  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true });
  }, [navigate, pathname, search]);
  return token;
}
