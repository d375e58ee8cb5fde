import { search } from './search';
import { searchGroup } from './search-group';

export const searchOperations = [search, searchGroup];
