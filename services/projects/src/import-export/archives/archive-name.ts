/** File names of downloaded archives. */

const MAX_NAME = 51;

/** For example `2020-05-01_10-30-123_group_project_export.tar.gz`. */
export function archiveName(fullPath: string): string {
  const [day = '', time = ''] = new Date().toISOString().split('T');
  const timestamp = `${day}_${time.slice(0, 5).replace(':', '-')}-${time.slice(9, 12)}`;
  return `${`${timestamp}_${fullPath.replaceAll('/', '_')}`.slice(0, MAX_NAME)}_export.tar.gz`;
}
