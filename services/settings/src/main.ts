/** Entry point of the settings process. */
import { runProcess } from '@forgemesh/service';
import { settings } from './service';

runProcess([settings]);
