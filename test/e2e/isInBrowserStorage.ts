/** Whether the IndexedDB databases of VS Code contain a text, in JSON of any depth. Runs in the page of the workbench. */
export async function isInBrowserStorage(text: string): Promise<boolean> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  const databases = await Promise.all(names.map((name) => done(indexedDB.open(name))));
  const values = await Promise.all(
    databases.flatMap((database) =>
      [...database.objectStoreNames].map((store) =>
        done(database.transaction(store).objectStore(store).getAll()),
      ),
    ),
  );
  for (const database of databases) {
    database.close();
  }
  return JSON.stringify(values).replaceAll('\\', '').includes(text);
}
