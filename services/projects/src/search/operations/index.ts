import { search } from './search';
import { searchGroup } from './search-group';
import { searchGroupUsers, searchProjectUsers } from './search-users';
import { searchSnippetTitles } from './search-snippet-titles';

export const searchOperations = [search, searchGroup, searchGroupUsers, searchProjectUsers, searchSnippetTitles];
