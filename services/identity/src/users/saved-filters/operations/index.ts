import { deleteSavedFilter } from './delete-saved-filter';
import { listSavedFilters } from './list-saved-filters';
import { saveFilter } from './save-filter';

/** The operations on saved filters. */
export const operations = [listSavedFilters, saveFilter, deleteSavedFilter];
