// Every suite with @kurrent/kurrentdb-client.

import * as pkg from '@kurrent/kurrentdb-client';
import { kitOf } from './harness.mjs';
import suites from './suites.mjs';

suites(kitOf('kurrent', pkg));
