/// The key under which a request is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RouteKey {
    pub(crate) route: String,
    pub(crate) major: String,
    /// Whether the request counts among the bot's 50 a second.
    pub(crate) counted: bool,
}

impl RouteKey {
    /// Returns the method, and the path without ids and tokens: `/channels/{}/messages`.
    pub fn method_and_path(&self) -> (&str, &str) {
        let method = self.route.find('/').unwrap_or(self.route.len());
        self.route.split_at(method)
    }

    /// Returns the id of the channel, server, application or interaction in the path; empty without one.
    pub fn id(&self) -> &str {
        self.major.split('/').next().unwrap_or_default()
    }

    /// Whether the request counts among the bot's 50 a second.
    pub const fn is_counted(&self) -> bool {
        self.counted
    }

    /// Whether the request creates or edits a message. Its answer is the message.
    pub fn is_of_message(&self) -> bool {
        const ROUTES: [&str; 5] = [
            "POST/channels/{}/messages",
            "PATCH/channels/{}/messages/{}",
            "POST/webhooks/{}/{}",
            "PATCH/webhooks/{}/{}/messages/@original",
            "PATCH/webhooks/{}/{}/messages/{}",
        ];
        ROUTES.contains(&self.route.as_str())
    }

    /// Returns the key of a request, from its method and its path with or without `/api/v10`.
    pub fn of(method: &str, path: &str) -> Self {
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let parts = match parts.as_slice() {
            ["api", version, rest @ ..] if version.starts_with('v') => rest,
            all => all,
        };
        let majors = match parts.first() {
            Some(&("channels" | "guilds")) => 1,
            Some(&("webhooks" | "interactions")) => 2,
            _ => 0,
        };
        let mut route = method.to_owned();
        for (index, part) in parts.iter().enumerate() {
            route.push('/');
            let number = part.bytes().all(|byte| byte.is_ascii_digit());
            route.push_str(if number || (1..=majors).contains(&index) {
                "{}"
            } else {
                part
            });
        }
        Self {
            route,
            major: parts
                .get(1..=majors)
                .map(|parts| parts.join("/"))
                .unwrap_or_default(),
            counted: majors != 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_by_route_and_major_parameter() {
        let posts = RouteKey::of("POST", "/api/v10/channels/7/messages");
        assert_eq!(posts.route, "POST/channels/{}/messages");
        assert_eq!(posts.major, "7");
        assert_eq!(posts.method_and_path(), ("POST", "/channels/{}/messages"));
        let edit = RouteKey::of("PATCH", "/channels/7/messages/9");
        assert_eq!(edit.route, "PATCH/channels/{}/messages/{}");
        let follow_up = RouteKey::of("POST", "/api/v10/webhooks/5/a-token");
        assert_eq!(
            (
                follow_up.route.as_str(),
                follow_up.major.as_str(),
                follow_up.counted
            ),
            ("POST/webhooks/{}/{}", "5/a-token", false)
        );
        assert_eq!(follow_up.id(), "5");
        let callback = RouteKey::of("POST", "/interactions/5/token/callback");
        assert_eq!(callback.route, "POST/interactions/{}/{}/callback");
        let user = RouteKey::of("GET", "/users/12");
        assert_eq!(
            (user.route.as_str(), user.major.as_str()),
            ("GET/users/{}", "")
        );
    }
}
