//! Azure Blob Storage, as Azurite has it.

use isolate_ledger::objects::{conformance, probe};
use isolate_stores::{Settings, open};

use crate::agreement;
use crate::run;
use crate::servers::{AZURE, Server};

#[test]
fn azure_conforms() {
    let Some(server) = Server::azurite() else {
        return;
    };
    let [account, key] = AZURE;
    let settings = Settings::new()
        .option("endpoint", format!("http://{}/{account}", server.address))
        .option("allow_http", "true")
        .option("account_name", account)
        .option("account_key", key);
    run(async {
        for url in ["az://bucket", "az://bucket/some/where"] {
            let store = open(url, &settings).unwrap();
            probe(&*store).await.unwrap();
            conformance(&*store).await.unwrap();
            assert_eq!(store.list("", None, 10).await.unwrap(), []);
        }
        let hosts = [(); 2].map(|()| open("az://bucket/a", &settings).unwrap());
        agreement::hosts_agree_with_faults(hosts).await;
    });
}
