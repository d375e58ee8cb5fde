import { filterValues } from '#lib/filter-params';
import { filterNamesOfList, issueQuery, requestQuery } from './item-query';

const filtersOf = (address: string) => {
  const params = new URLSearchParams(address);
  return {
    get: (name: string) => filterValues(params, name)[0],
    all: (name: string) => filterValues(params, name),
  };
};

describe('the filters of an address as parameters', () => {
  it.each([
    ['', {}],
    ['labels=a&label_name=b', { 'labels[]': ['a', 'b'] }],
    ['assignee=None', { assignee_id: 'None' }],
    ['assignee=me&author=you', { 'assignee_username[]': ['me'], author_username: 'you' }],
    ['confidential=true&weight=Any&search=text', { confidential: true, weight: 'Any', search: 'text' }],
    ['confidential=perhaps', {}],
    ['not[labels]=a&not[labels]=b&not[milestone]=v1', { 'not[labels]': 'a,b', 'not[milestone]': 'v1' }],
    ['not[assignee]=me&reaction=tada', { 'not[assignee_username]': 'me', my_reaction_emoji: 'tada' }],
  ])('of issues: %s', (address, query) => expect(issueQuery(filtersOf(address))).toEqual(query));

  it.each([
    ['reviewer=Any', { reviewer_id: 'Any' }],
    ['reviewer=me&draft=no&target_branch=main', { 'reviewer_username[]': ['me'], wip: 'no', target_branch: 'main' }],
    // Only issues have a weight.
    ['weight=1', {}],
  ])('of merge requests: %s', (address, query) => expect(requestQuery(filtersOf(address))).toEqual(query));
});

it('lists the filters, with their exclusions', () => {
  expect(filterNamesOfList('issues')).toEqual(expect.arrayContaining(['search', 'weight', 'not[labels]']));
  expect(filterNamesOfList('merge_requests')).not.toContain('not[reviewer]');
});
