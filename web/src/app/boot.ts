/**
 * Starts what the first page needs while the libraries are still loading: its script, the session,
 * and the data that nearly all pages have. Imports no library, so that it runs first.
 */
import { fetchEarly } from '#api/early-responses';
import { pageAddresses, projectAddress } from '#lib/early-addresses';
import { projectInAddress, splitNamespaceAddress } from '#lib/paths';
import { accessToken, isSignedIn } from '#session/session';
import { globalPages } from './routes/global-pages';
import { groupPages } from './routes/group-pages';
import { preloadPage } from './routes/page-route';
import { projectPages } from './routes/project-pages';

const { pathname } = window.location;
const project = projectInAddress(pathname);
const { page } = splitNamespaceAddress(pathname);

if (isSignedIn()) {
  // A failure ends the session, or is reported with the first request of the page.
  accessToken().catch(() => undefined);
  void fetchEarly('/api/v4/user');
}
if (project !== undefined) void fetchProject(project);

preloadPage(globalPages, pathname);
if (pathname !== '/') void import('./areas/namespace-area');
if (project !== undefined) preloadPage(projectPages, `/${page}`);
else if (pathname.startsWith('/groups/'))
  preloadPage(groupPages, `/${splitNamespaceAddress(pathname.replace(/^\/groups\//, '/')).page}`);

/** Loads the project, and then what the page shows of it. */
async function fetchProject(fullPath: string): Promise<void> {
  const body = (await fetchEarly(projectAddress(fullPath))) as { id: number } | undefined;
  if (body === undefined) return;
  for (const address of pageAddresses(body.id, page)) void fetchEarly(address);
}
