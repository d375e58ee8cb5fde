import { search } from './operations/search';
import { searchGroup } from './operations/search-group';
import { searchGroupUsers } from './operations/search-group-users';
import { searchProjectUsers } from './operations/search-project-users';
import { searchSnippetTitles } from './operations/search-snippet-titles';

export const searchOperations = [search, searchGroup, searchGroupUsers, searchProjectUsers, searchSnippetTitles];
