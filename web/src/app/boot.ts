/**
 * Starts what the first page needs while the libraries are still loading: its script, the session,
 * and the data that nearly all pages have; and the pages themselves, once their catalogue of
 * messages is loaded. Imports no library, so that it runs first.
 */
import { fetchEarly, moveEarly } from '#api/early-responses';
import { renderEarly } from '#api/early-texts';
import { issueAddresses, overviewAddresses, projectAddress } from '#lib/early-addresses';
import { projectInAddress, splitNamespaceAddress } from '#lib/paths';
import { loadCatalogue } from '#language/catalogues';
import { language } from '#language/chosen-language';
import { accessToken, isSignedIn } from '#session/session';
import { globalPages } from './routes/global-pages';
import { groupPages } from './routes/group-pages';
import { preloadPage } from './routes/page-route';
import { projectPages } from './routes/project-pages';

type EarlyProject = Parameters<typeof overviewAddresses>[0];

const { pathname } = window.location;
const project = projectInAddress(pathname);
const { page } = splitNamespaceAddress(pathname);

if (isSignedIn()) {
  // A failure ends the session, or is reported with the first request of the page.
  accessToken().catch(() => undefined);
  void fetchEarly('/api/v4/user');
}
if (project !== undefined) void fetchProject(project);

void loadCatalogue(language).then(startPages);

/** Loads the pages and the first one of them. Their modules run after the catalogue was loaded. */
async function startPages(): Promise<void> {
  preloadPage(globalPages, pathname);
  if (project !== undefined) preloadPage(projectPages, `/${page}`);
  else if (pathname.startsWith('/groups/'))
    preloadPage(groupPages, `/${splitNamespaceAddress(pathname.replace(/^\/groups\//, '/')).page}`);
  await import('./main');
}

/** Loads the project, and what the page shows of it. */
async function fetchProject(fullPath: string): Promise<void> {
  const shown = issueAddresses(fullPath, page);
  const loading = fetchEarly(projectAddress(fullPath)) as Promise<EarlyProject | undefined>;
  if (shown) renderEarly(fullPath, fetchIssue(shown));
  const loaded = await loading;
  if (loaded === undefined) return;
  // The page asks with the id of the project, which is only known now.
  const own = issueAddresses(loaded.id, page);
  if (shown && own) {
    moveEarly(shown.issue, own.issue);
    moveEarly(shown.discussions, own.discussions);
  }
  if (page === '') for (const address of overviewAddresses(loaded)) void fetchEarly(address);
}

/** Loads an issue with its discussions, and returns their texts. */
async function fetchIssue({ issue, discussions }: { issue: string; discussions: string }): Promise<string[]> {
  const [item, threads] = await Promise.all([
    fetchEarly(issue) as Promise<{ description: string | null } | undefined>,
    fetchEarly(discussions) as Promise<{ notes: { body: string }[] }[] | undefined>,
  ]);
  const comments = threads?.flatMap(({ notes }) => notes.map(({ body }) => body)) ?? [];
  return [item?.description ?? '', ...comments];
}
