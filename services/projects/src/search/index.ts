import { search } from './search';
import { searchGroup } from './search-group';
import { searchGroupUsers } from './search-group-users';
import { searchProjectUsers } from './search-project-users';
import { searchSnippetTitles } from './search-snippet-titles';

export const searchOperations = [search, searchGroup, searchGroupUsers, searchProjectUsers, searchSnippetTitles];
