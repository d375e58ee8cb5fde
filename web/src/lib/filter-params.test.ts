import { filterValues } from './filter-params';

describe('filterValues', () => {
  it.each([
    ['labels=a&labels=b', 'labels', ['a', 'b']],
    // The address of a label that a text refers to.
    ['label_name=bug', 'labels', ['bug']],
    ['label_name[]=a&label_name[]=b', 'labels', ['a', 'b']],
    ['milestone_title=v1', 'milestone', ['v1']],
    ['assignee_username=me', 'assignee', ['me']],
    ['search=x', 'labels', []],
    ['not[labels]=a&not[label_name][]=b&labels=c', 'not[labels]', ['a', 'b']],
    ['not[author_username]=me', 'not[author]', ['me']],
  ])('%s', (address, name, values) => expect(filterValues(new URLSearchParams(address), name)).toEqual(values));
});
