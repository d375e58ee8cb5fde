import { createPageCheck } from './page-addresses';

const hasPage = createPageCheck({
  global: ['/', '/explore', '/admin/:tab', '/snippets/:id', '/users/sign_in'],
  group: ['/', '/issues', '/epics/:iid'],
  project: ['/', '/issues', '/issues/:iid', '/blob/*'],
});

describe('addresses of pages', () => {
  it.each([
    '/',
    '/explore',
    '/explore/',
    '/admin/users',
    '/snippets/1',
    '/ada',
    '/group/demo',
    '/group/sub/demo/',
    '/group/demo/-',
    '/group/demo/issues/1',
    '/group/demo/-/issues',
    '/group/demo/-/issues/1',
    '/group/demo/-/blob/main/a/-/b',
    '/groups/group',
    '/groups/group/sub/-/issues',
    '/groups/group/-/epics/1',
  ])('%s', (path) => expect(hasPage(path)).toBe(true));

  it.each([
    '/explore/nothing',
    '/admin/users/1',
    '/users/nothing',
    '/-/nothing',
    '/group/-/issues',
    '/group/demo/-/nothing',
    '/group/demo/-/issues/1/more',
    '/groups/group/-/nothing',
    '/groups/',
    '//group/demo',
  ])('not %s', (path) => expect(hasPage(path)).toBe(false));
});
