//! Libraries that programs find loaded, in the agent.

use isolate_agent::scripted::Said;
use isolate_agent::{End, Stop};

use crate::{APIS, World};

#[tokio::test(flavor = "multi_thread")]
async fn the_model_is_told_of_libraries_and_its_programs_use_them() {
    let source = "export const slug = (text) => text.toLowerCase().replaceAll(' ', '-');";
    for api in APIS {
        let program = "import { slug } from 'texts';\nexport default async () => \
            state.writeFile('/slug.txt', slug('Two Words'));";
        let said = vec![Said::run(program), Said::text("It is there.")];
        let mut world = World::knowing(api, said, "texts", source).await;
        let turn = world.session.turn(Some("make a slug"), &Stop::new()).await;
        assert!(matches!(turn.end, End::Answered(_)), "{:?}", turn.end);
        let (_, body) = world.endpoint.requests()[0].clone();
        assert!(
            body.to_string()
                .contains("Libraries that are loaded: texts.")
        );
        assert_eq!(world.read("/slug.txt").as_deref(), Some("two-words"));
    }
}
