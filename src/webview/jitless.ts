import * as z from 'zod/mini';

// Without this zod tries out `new Function` when a schema is made, which the page's policy forbids and reports.
// It has to run before any module that makes a schema, so the entry imports it first.
z.config({ jitless: true });
