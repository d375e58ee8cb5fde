import { search } from './operations/search';
import { searchGroup } from './operations/search-group';
import { searchGroupUsers, searchProjectUsers } from './operations/search-users';
import { searchSnippetTitles } from './operations/search-snippet-titles';

export const searchOperations = [search, searchGroup, searchGroupUsers, searchProjectUsers, searchSnippetTitles];
