/** Settings of the instance that pages show to everybody. */
import { useQuery } from '@tanstack/react-query';
import { api, unwrap } from '#api/client';

/** Keys of the queries of page settings. */
export const pageSettingKeys = {
  all: ['page-settings'],
} as const;

/** Returns the settings; undefined until they are loaded. */
export function usePageSettings() {
  const { data } = useQuery({
    queryKey: pageSettingKeys.all,
    queryFn: () => unwrap(api.GET('/api/v4/application/page_settings')),
    staleTime: Infinity,
  });
  return data;
}
